/**
 * A collection whose values are replaced all the time. A `Set` would copy its values into a new table now and then, and
 * the old table, once it is in the old generation, keeps those values and the next table until a major collection: one
 * such chain promotes every value. Slots are reused instead, so a removed value is free at once.
 */
export interface Slots<Value> {
  /** @returns the slot for {@link Slots.remove} */
  add(value: Value): number;
  remove(slot: number): void;
  /** The values, in no order. */
  values(): Value[];
}

export function createSlots<Value extends object>(): Slots<Value> {
  const slots: (Value | null)[] = [];
  const free: number[] = [];
  return {
    add(value) {
      const slot = free.pop() ?? slots.length;
      slots[slot] = value;
      return slot;
    },
    remove(slot) {
      slots[slot] = null;
      free.push(slot);
    },
    values: () => slots.filter((value) => value !== null),
  };
}
