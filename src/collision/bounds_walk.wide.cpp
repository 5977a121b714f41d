// Walks through the bounds tree with AVX-512: the four boxes of a node are two registers, and the children
// that are hit are packed by one instruction. The same nodes and leaves in the same order as Walk::step.

#include "base/lanes.hpp"
#include "collision/bounds_tree_query.hpp"

#if CAIRN_LANES == 16

namespace cairn {

void BoundsTree::walk_together_wide(Walk* walks, int count) {
    for (bool going = true; going;) {
        going = false;
        for (Walk* walk = walks; walk < walks + count; ++walk) {
            if (walk->top_ == 0 || walk->found_ > Walk::leaf_capacity - lanes) continue;
            going = true;
#if defined(__AVX512F__) && defined(__AVX512VL__)
            const Node& node = walk->nodes_[walk->stack_[--walk->top_]];
            if ((node.category & walk->mask_) == 0) continue;
            // the last four of each sixteen floats are no bounds, and not looked at
            const __mmask16 below = _mm512_cmp_ps_mask(_mm512_load_ps(node.lower[0]),
                                                       _mm512_load_ps(&walk->test_.upper), _CMP_LE_OQ);
            const uint32_t bits = _mm512_mask_cmp_ps_mask(below, _mm512_loadu_ps(node.upper[0]),
                                                          _mm512_load_ps(&walk->test_.lower), _CMP_GE_OQ);
            const uint32_t hits = bits & bits >> 4 & bits >> 8 & 15;
            const __m128i children = _mm_load_si128(reinterpret_cast<const __m128i*>(node.child));
            const uint32_t leaf_hits =
                hits & static_cast<uint32_t>(_mm_movemask_ps(_mm_castsi128_ps(children)));
            const uint32_t inner_hits = hits ^ leaf_hits;
            const __m128i proxies = _mm_xor_si128(children, _mm_set1_epi32(-1));
            _mm_storeu_si128(reinterpret_cast<__m128i*>(walk->stack_ + walk->top_),
                             _mm_maskz_compress_epi32(static_cast<__mmask8>(inner_hits), children));
            _mm_storeu_si128(reinterpret_cast<__m128i*>(walk->leaves_ + walk->found_),
                             _mm_maskz_compress_epi32(static_cast<__mmask8>(leaf_hits), proxies));
            walk->top_ += __builtin_popcount(inner_hits);
            walk->found_ += __builtin_popcount(leaf_hits);
            // for its next turn
            ask_for(&walk->nodes_[walk->stack_[walk->top_ > 0 ? walk->top_ - 1 : 0]], sizeof(Node));
#else
            walk->step();
#endif
        }
    }
}

}  // namespace cairn

#endif
