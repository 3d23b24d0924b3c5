import fs from 'node:fs';
import path from 'node:path';

// Keeps the appointments in memory and in one JSON file that is replaced as a whole at every change.
export function openStore(file) {
  let state = { nextId: 1, appointments: [] };
  if (fs.existsSync(file)) state = JSON.parse(fs.readFileSync(file, 'utf8'));

  function commit(next) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const temporary = `${file}.tmp`;
    fs.writeFileSync(temporary, JSON.stringify(next, null, 1));
    fs.renameSync(temporary, file);
    state = next;
  }

  const moment = ({ date, time }) => `${date} ${time}`;

  return {
    list() {
      return [...state.appointments].sort((a, b) =>
        moment(a) < moment(b) ? -1 : moment(a) > moment(b) ? 1 : a.id - b.id);
    },
    add({ title, date, time }) {
      commit({
        nextId: state.nextId + 1,
        appointments: [...state.appointments, { id: state.nextId, title, date, time }],
      });
    },
    remove(id) {
      commit({ ...state, appointments: state.appointments.filter((appointment) => appointment.id !== id) });
    },
  };
}
