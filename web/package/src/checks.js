// What callers pass in, looked at: errors name the field and the value.

/** A value as an error message shows it. */
export function shown(value) {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  let text;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = Object.prototype.toString.call(value);
  }
  if (typeof value === 'number') text = String(value);
  return text.length > 60 ? text.slice(0, 57) + '...' : text;
}

/** The number of single letters to change, add or drop to come from one word to the other. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; ++i) {
    const next = [i];
    for (let j = 1; j <= b.length; ++j) {
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

/** ", did you mean 'x'?" where a known word is near, or the list of them. */
export function suggestion(word, known) {
  const near = [...known].map(other => [distance(word.toLowerCase(), other.toLowerCase()), other])
    .sort((a, b) => a[0] - b[0])[0];
  return near && near[0] <= Math.max(2, word.length / 3)
    ? `; did you mean '${near[1]}'?` : `; there are: ${[...known].join(', ')}`;
}

/** A number that the engine can hold: its own are single, and what is larger would reach it as infinity. */
export function requireNumber(value, path) {
  if (typeof value !== 'number') throw new TypeError(`${path} must be a number, got ${shown(value)}`);
  if (Number.isFinite(value) && !Number.isFinite(Math.fround(value))) {
    throw new RangeError(`${path} must be within 3.4e38 of zero, got ${shown(value)}`);
  }
  return value;
}

export function requireWhole(value, path, least = -(2 ** 31), most = 2 ** 31 - 1) {
  if (!Number.isInteger(value)) throw new TypeError(`${path} must be a whole number, got ${shown(value)}`);
  if (value < least || value > most) throw new RangeError(`${path} must be from ${least} to ${most}, got ${shown(value)}`);
  return value;
}

/** What is true or false, and nothing that is merely taken for it: 'false' is not. */
export function requireFlag(value, path) {
  if (typeof value !== 'boolean') throw new TypeError(`${path} must be true or false, got ${shown(value)}`);
  return value;
}

export function requireObject(value, path) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${path} must be an object, got ${shown(value)}`);
  }
  return value;
}

/** An object without fields that nobody would read. */
export function requireFields(value, known, path) {
  for (const key of Object.keys(requireObject(value, path))) if (!known.includes(key)) refuseField(key, known, path);
  return value;
}

export function refuseField(key, known, path) {
  throw new TypeError(`${path} has no field '${key}'${suggestion(key, known)}`);
}

/** A set of 64 bits; -1 is all of them. */
export function requireBits(value, path) {
  if (typeof value !== 'bigint' && !Number.isInteger(value)) {
    throw new TypeError(`${path} must be a whole number, got ${shown(value)}`);
  }
  const bits = BigInt(value);
  if (bits < -1n || bits >= 1n << 64n) throw new RangeError(`${path} must be a set of 64 bits, or -1 for all, got ${shown(value)}`);
  return BigInt.asUintN(64, bits);
}

/** JSON, which would turn what is not finite into null and has no big integers. */
export function asJson(value) {
  return JSON.stringify(value, function (key, inner) {
    if (typeof inner === 'bigint' || typeof inner === 'number' && !Number.isFinite(inner)) {
      throw new TypeError(`${Array.isArray(this) ? `[${this}]` : key} must be of finite numbers, got ${shown(inner)}`);
    }
    return inner;
  });
}
