// The engine's memory as JavaScript values: structs of the C API by their layout, texts, arrays.

import { refuseField, requireBits, requireFlag, requireNumber, requireObject, requireWhole, shown, suggestion } from './checks.js';
import { enums, structs } from './layout.js';

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const nullIndex = 0xffffffff;
const scratchBytes = 1 << 16;
/** Fields that JavaScript has no use for, or sets by itself. */
const internal = new Set(['tasks', 'userData', 'hasCenterOfMass']);
/** Structs that make no sense in parts. */
const whole = new Set(['cairn_vec3', 'cairn_quat', 'cairn_bounds', 'cairn_mass_properties', 'cairn_mat3']);
const ids = { cairn_body: 'body', cairn_shape: 'shape', cairn_joint: 'joint' };

const settable = ({ name, kind }) => !internal.has(name) && kind !== 'pointer' && kind !== 'union';

const fieldsByName = new Map(Object.entries(structs).map(
  ([name, struct]) => [name, new Map(struct.fields.map(field => [field.name, field]))]));

export class Memory {
  constructor(exports, memory) {
    this.exports = exports;
    this.memory = memory;
    this.buffer = null;
    /** Why the engine can no longer be used; '' while it can. */
    this.broken = '';
    this.scratch = exports.malloc(scratchBytes);
    this.top = this.scratch;
    this.errorAt = exports.cairn_last_error();
    this.view();
  }

  /** Memory that grew has a new buffer. */
  view() {
    if (this.memory.buffer !== this.buffer) {
      this.buffer = this.memory.buffer;
      this.data = new DataView(this.buffer);
      this.bytes = new Uint8Array(this.buffer);
    }
    return this.data;
  }

  /** Calls the engine; what it complains about becomes an Error. */
  call(name, ...values) {
    this.top = this.scratch; // the arguments are read by now
    const result = this.enter(name, values);
    this.view();
    if (this.bytes[this.errorAt] !== 0) this.complain(this.text(this.errorAt).replace(/^cairn_\w+: /, ''));
    return result;
  }

  /** A trap or an exhausted stack leaves the engine half way through something: nobody may go in after that. */
  enter(name, values) {
    if (this.broken) throw new Error(`the physics engine has stopped (${this.broken}): init() starts another`);
    try {
      return this.exports[name](...values);
    } catch (error) {
      this.broken = error.message;
      throw error;
    }
  }

  complain(message) {
    if (!message.includes('bad_alloc')) throw new Error(message);
    const megabytes = Math.round(this.buffer.byteLength / 1e6);
    throw new Error(`out of memory: the physics engine holds ${megabytes} MB and could not get more`);
  }

  /** Room for arguments until the next call. */
  room(size) {
    const at = (this.top + 15) & ~15;
    if (at + size > this.scratch + scratchBytes) throw new Error('too many arguments for one call');
    this.top = at + size;
    return at;
  }

  size(name) { return structs[name].size; }
  offset(name, field) { return fieldsByName.get(name).get(field).at; }
  structRoom(name) { return this.room(structs[name].size); }

  /** Room of any size; `use` gets its address. */
  borrow(size, use) {
    const at = this.exports.malloc(Math.max(size, 1)) >>> 0;
    if (at === 0) throw new Error(`out of memory: ${size} bytes more do not fit`);
    this.view();
    try {
      return use(at);
    } finally {
      this.exports.free(at);
    }
  }

  text(at) {
    at >>>= 0;
    const end = this.bytes.indexOf(0, at);
    // a copy, because decoders do not take shared memory
    return decoder.decode(this.bytes.slice(at, end));
  }

  /** Lends a text to the engine, which takes it to end at its first zero. */
  withText(text, use) {
    const zero = text.indexOf('\0');
    if (zero >= 0) throw new RangeError(`a text may not hold U+0000, got one at position ${zero}`);
    const encoded = encoder.encode(text);
    return this.borrow(encoded.length + 1, at => {
      this.bytes.set(encoded, at);
      this.bytes[at + encoded.length] = 0;
      return use(at);
    });
  }

  /** A window that the engine has filled: two words, address and number. */
  window(range, Type) {
    const at = this.data.getUint32(range, true);
    return new Type(this.buffer, at, this.data.getUint32(range + 4, true));
  }

  // --- structs -------------------------------------------------------------------------------------

  vector(value, path) {
    const at = this.structRoom('cairn_vec3');
    this.write(at, 'cairn_vec3', value, path);
    return at;
  }

  /** An id: of a handle, or of nothing. */
  writeId(at, handle) {
    this.data.setUint32(at, handle ? handle.index : nullIndex, true);
    this.data.setUint32(at + 4, handle ? handle.generation : 0, true);
  }

  /** Writes the fields that `value` has over the struct. */
  write(at, name, value, path) {
    requireObject(value, path);
    const fields = fieldsByName.get(name);
    if (whole.has(name)) {
      for (const [key, field] of fields) this.writeField(at, field, value[key], `${path}.${key}`);
      return;
    }
    for (const key of Object.keys(value)) {
      const field = fields.get(key);
      if (!field || !settable(field)) refuseField(key, [...fields.values()].filter(settable).map(({ name }) => name), path);
      if (value[key] !== undefined) this.writeField(at, field, value[key], `${path}.${key}`);
    }
  }

  writeField(base, field, value, path) {
    const at = base + field.at;
    switch (field.kind) {
      case 'f32': this.data.setFloat32(at, requireNumber(value, path), true); break;
      case 'i32': this.data.setInt32(at, requireWhole(value, path), true); break;
      case 'bool': this.data.setUint8(at, requireFlag(value, path) ? 1 : 0); break;
      case 'u64': this.data.setBigUint64(at, requireBits(value, path), true); break;
      case 'enum': this.data.setInt32(at, this.enumeration(field.of, value, path), true); break;
      case 'struct':
        if (ids[field.of]) this.writeId(at, this.handleOf(value, ids[field.of], path));
        else this.write(at, field.of, value, path);
        break;
      default: throw new TypeError(`${path} cannot be set`);
    }
  }

  /** The words of an enumeration are those of the C API, but a half-space is called a plane, as in scene files. */
  enumeration(name, value, path) {
    const words = enums[name];
    const number = words.indexOf(value === 'plane' ? 'half_space' : value);
    if (number < 0 || value === 'half_space') {
      const known = words.filter(word => word !== 'user').map(word => word === 'half_space' ? 'plane' : word);
      throw new TypeError(`${path}: unknown word ${shown(value)}${suggestion(String(value), known)}`);
    }
    return number;
  }

  handleOf(value, kind, path) {
    if (value === null) return null;
    if (value?.kind !== kind) throw new TypeError(`${path} must be a ${kind}, got ${shown(value)}`);
    return value;
  }

  /** The struct as a plain object; ids become handles of `world`. */
  read(at, name, world) {
    if (ids[name]) return world.handle(ids[name], this.data.getUint32(at, true), this.data.getUint32(at + 4, true));
    const result = {};
    for (const field of structs[name].fields) {
      if (internal.has(field.name) || field.kind === 'pointer' || field.kind === 'union') continue;
      result[field.name] = field.length
        ? Array.from({ length: field.length }, (_, i) => this.readField(at + field.at + i * field.size, field, world))
        : this.readField(at + field.at, field, world);
    }
    return result;
  }

  readField(at, field, world) {
    switch (field.kind) {
      case 'f32': return this.data.getFloat32(at, true);
      case 'f64': return this.data.getFloat64(at, true);
      case 'i32': return this.data.getInt32(at, true);
      case 'u32': return this.data.getUint32(at, true);
      case 'bool': return this.data.getUint8(at) !== 0;
      case 'u64': return this.data.getBigUint64(at, true);
      case 'enum': {
        const word = enums[field.of][this.data.getInt32(at, true)];
        return word === 'half_space' ? 'plane' : word;
      }
      default: return this.read(at, field.of, world);
    }
  }

  /** Calls a function that returns a struct; the result comes as a plain object. */
  get(struct, name, world, ...values) {
    const at = this.room(structs[struct].size);
    this.call(name, at, ...values);
    return this.read(at, struct, world);
  }

  /** Calls a function that fills an array: once to learn the number, once to fill it. */
  list(struct, world, fill) {
    const count = fill(0, 0);
    if (count === 0) return [];
    const { size } = structs[struct];
    return this.borrow(count * size, at => {
      const written = Math.min(count, fill(at, count));
      return Array.from({ length: written }, (_, i) => this.read(at + i * size, struct, world));
    });
  }
}

/** Where a member of a struct's union begins. */
export function unionMember(struct, name) {
  const union = structs[struct].fields.find(field => field.kind === 'union');
  const member = union.fields.find(field => field.name === name);
  return { at: union.at + member.at, of: member.of };
}
