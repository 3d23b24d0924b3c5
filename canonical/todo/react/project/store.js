import fs from 'node:fs';
import path from 'node:path';

// Keeps the tasks in memory and in one JSON file that is replaced as a whole at every change.
export function openStore(file) {
  let state = { nextId: 1, tasks: [] };
  if (fs.existsSync(file)) state = JSON.parse(fs.readFileSync(file, 'utf8'));

  function commit(next) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const temporary = `${file}.tmp`;
    fs.writeFileSync(temporary, JSON.stringify(next, null, 1));
    fs.renameSync(temporary, file);
    state = next;
  }

  return {
    list() {
      return [...state.tasks].sort((a, b) =>
        a.due < b.due ? -1 : a.due > b.due ? 1 : a.id - b.id);
    },
    add({ title, due, priority }) {
      const task = { id: state.nextId, title, due, priority, done: false };
      commit({ nextId: state.nextId + 1, tasks: [...state.tasks, task] });
    },
    has(id) {
      return state.tasks.some((task) => task.id === id);
    },
    change(id, changes) {
      commit({
        ...state,
        tasks: state.tasks.map((task) => (task.id === id ? { ...task, ...changes } : task)),
      });
    },
    remove(id) {
      commit({ ...state, tasks: state.tasks.filter((task) => task.id !== id) });
    },
  };
}
