/* Drops a crate on the ground and fails unless it comes to rest on it. */
#include <cairn/cairn.h>
#include <stdio.h>

int main(void) {
    cairn_world* world = cairn_world_create(NULL);
    cairn_body_def def = cairn_body_def_default();
    def.type = CAIRN_BODY_FIXED;
    const cairn_geometry ground = cairn_geometry_box((cairn_vec3){50, 1, 50});
    cairn_shape_add(world, cairn_body_add(world, &def), &ground, NULL);
    def = cairn_body_def_default();
    def.position.y = 4;
    const cairn_body crate = cairn_body_add(world, &def);
    const cairn_geometry box = cairn_geometry_box((cairn_vec3){0.5f, 0.5f, 0.5f});
    cairn_shape_add(world, crate, &box, NULL);
    for (int i = 0; i < 300; ++i) cairn_world_step(world, 1.0f / 60);
    const float height = cairn_body_transform(world, crate).position.y;
    printf("cairn %s from C: the crate rests at y = %.3f\n", cairn_version(), (double)height);
    cairn_world_destroy(world);
    return height > 1.48f && height < 1.52f ? 0 : 1;
}
