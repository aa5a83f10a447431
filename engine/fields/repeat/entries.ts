/** The names of the fields of a group that repeats. */

/** How many entries a group has at least, unless the file says otherwise. */
export const usualEntries = 1;

const counted = '_count';

/** The name of the field with the number of a group's entries. */
export const countName = (group: string): string => `${group}${counted}`;

/** The group whose entries a field counts. */
export const countedGroup = (name: string): string => name.slice(0, -counted.length);

/** The name of a field of an entry. @param index from 0 */
export const entryName = (group: string, index: number, field: string): string => `${group}_${index + 1}_${field}`;
