import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const EMPTY = { nextId: 1, goal: 2000, foods: [], entries: [] };

/** Keeps the data in memory and writes them to a file after each change. */
export function openStore(file) {
  let data;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    data = structuredClone(EMPTY);
  }
  return {
    data,
    newId: () => data.nextId++,
    save() {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(data));
      renameSync(`${file}.new`, file);
    },
  };
}
