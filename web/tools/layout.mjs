// Reads the C API's headers and writes what JavaScript must know of them: where each field of each struct lies in
// WebAssembly's memory, the words of the enumerations, and the names of the functions. It also writes a C++ file in
// which the compiler checks every number, so that the two can never disagree.
//
//   node layout.mjs INCLUDE_DIR OUT_DIR     writes layout.js, layout_check.cpp and exports.txt

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [includeDir, outDir] = process.argv.slice(2);
const withoutComments = text => text.replace(/\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
const types = withoutComments(readFileSync(`${includeDir}/cairn/cairn_types.h`, 'utf8'));
const functions = withoutComments(readFileSync(`${includeDir}/cairn/cairn.h`, 'utf8'));

// wasm32: pointers and size_t are four bytes
const scalars = {
  bool: ['bool', 1], uint8_t: ['u8', 1], int: ['i32', 4], int32_t: ['i32', 4], uint32_t: ['u32', 4],
  float: ['f32', 4], double: ['f64', 8], uint64_t: ['u64', 8], size_t: ['u32', 4],
};
const enums = {};
const structs = {};
const constants = {};

const camel = name => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const align = (offset, to) => Math.ceil(offset / to) * to;

function readEnumerations() {
  for (const [, body] of types.matchAll(/enum\s*\{([^}]*)\}/g)) {
    body.split(',').map(word => word.trim()).filter(Boolean).forEach((name, value) => { constants[name] = value; });
  }
  for (const [, name, body] of types.matchAll(/typedef int32_t (cairn_\w+);\s*enum\s*\{([^}]*)\}/g)) {
    const words = body.split(',').map(word => word.trim()).filter(Boolean);
    const whole = `${name.toUpperCase()}_`; // CAIRN_JOINT_COORDINATE_ANGLE, but CAIRN_JOINT_BALL
    const prefix = words[0].startsWith(whole) ? whole : words[0].match(/^CAIRN_[A-Z]+_/)[0];
    enums[name] = words.map(word => word.slice(prefix.length).toLowerCase());
  }
}

function typeOf(name) {
  if (scalars[name]) return { kind: scalars[name][0], size: scalars[name][1], align: scalars[name][1] };
  if (enums[name]) return { kind: 'enum', of: name, size: 4, align: 4 };
  if (structs[name]) return { kind: 'struct', of: name, size: structs[name].size, align: structs[name].align };
  throw new Error(`cairn_types.h: unknown type ${name}`);
}

/** The declarations of a struct's body as [type, name, array length]. */
function declarations(body) {
  const found = [];
  for (const line of body.split(';').map(text => text.replace(/\s+/g, ' ').trim()).filter(Boolean)) {
    const callback = line.match(/\(\*(\w+)\)\s*\(/);
    if (callback) {
      found.push(['pointer', callback[1], 1]);
      continue;
    }
    const [, type, names] = line.match(/^(?:const )?(?:struct )?(\w+)\s*(.*)$/);
    for (const text of names.split(',').map(name => name.trim())) {
      const [, star, name, length] = text.match(/^(\*?)\s*(\w+)(?:\[(\w+)\])?$/);
      found.push([star ? 'pointer' : type, name, length ? constants[length] ?? Number(length) : 1]);
    }
  }
  return found;
}

function place(body, isUnion) {
  const fields = [];
  let size = 0;
  let largest = 1;
  const add = (name, type, length, extra = {}) => {
    const offset = isUnion ? 0 : align(size, type.align);
    fields.push({ name, offset, length, ...type, ...extra });
    size = Math.max(size, offset + type.size * length);
    largest = Math.max(largest, type.align);
  };
  // a union inside comes last in every struct of the C API
  const union = body.match(/union\s*\{([^}]*)\}\s*(\w+);/);
  for (const [type, name, length] of declarations(union ? body.replace(union[0], '') : body)) {
    add(name, type === 'pointer' ? { kind: 'pointer', size: 4, align: 4 } : typeOf(type), length);
  }
  if (union) {
    const inside = place(union[1], true);
    add(union[2], { kind: 'union', size: inside.size, align: inside.align }, 1, { fields: inside.fields });
  }
  return { fields, size: align(size, largest), align: largest };
}

function readStructs() {
  const pattern = /typedef struct (cairn_\w+) \{([\s\S]*?)\} \1;/g;
  for (const [, name, body] of types.matchAll(pattern)) structs[name] = place(body, false);
}

function checks() {
  const lines = ['// Written by web/tools/layout.mjs.', '#include <cstddef>', '', '#include <cairn/cairn.h>', ''];
  for (const [name, struct] of Object.entries(structs)) {
    lines.push(`static_assert(sizeof(${name}) == ${struct.size});`);
    for (const field of struct.fields) {
      lines.push(`static_assert(offsetof(${name}, ${field.name}) == ${field.offset});`);
    }
  }
  return lines.join('\n') + '\n';
}

function describe(field) {
  const short = { name: camel(field.name), at: field.offset, kind: field.kind };
  if (field.of) short.of = field.of;
  if (field.length > 1) Object.assign(short, { length: field.length, size: field.size });
  if (field.fields) short.fields = field.fields.map(describe);
  return short;
}

// A file that already says this is left alone: nothing is linked again because of it.
function write(name, text) {
  const path = `${outDir}/${name}`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

readEnumerations();
readStructs();
// What the package does in JavaScript, or does not have: not exported, so that the linker drops it.
const unused = new RegExp('^cairn_(quat_.*|mat3_.*|task_system_.*|geometry_(?!default).*|soft_step_default|row_default|' +
  'debug_draw_options_default|world_draw|world_(set_)?(sleep_speed|continuous|hit_event_speed)|world_sleep|' +
  'body_(set_)?(user_data|gyroscopic)|shape_set_(contact|hit)_events|joint_place)$');
const exported = [...functions.matchAll(/\b(cairn_\w+)\s*\(/g)].map(match => match[1]).filter(name => !unused.test(name));
const table = Object.fromEntries(
  Object.entries(structs).map(([name, { size, fields }]) => [name, { size, fields: fields.map(describe) }]));
write('layout.js',
  `// Written by web/tools/layout.mjs from the C API's headers.\nexport const enums = ${JSON.stringify(enums)};\n` +
  `export const structs = ${JSON.stringify(table)};\n`);
write('layout_check.cpp', checks());
write('exports.txt', [...new Set(exported)].map(name => `_${name}`).join('\n') + '\n');
