import { useRef, useState } from 'react';
import { PRIORITIES, newTaskError } from '../shared/rules.js';

const EMPTY = { title: '', due: '', priority: 'normal' };

export default function AddForm({ onAdd }) {
  const [draft, setDraft] = useState(EMPTY);
  const [message, setMessage] = useState('');
  const sending = useRef(false);

  const set = (field) => (event) => setDraft({ ...draft, [field]: event.target.value });

  async function submit(event) {
    event.preventDefault();
    if (sending.current) return; // a double click adds one task
    const error = newTaskError(draft);
    if (error) {
      setMessage(error);
      return;
    }
    sending.current = true;
    try {
      await onAdd(draft);
      setMessage('');
      // What has been typed in the meantime stays.
      setDraft((now) => (now === draft ? EMPTY : now));
    } catch (failure) {
      setMessage(failure.message);
    } finally {
      sending.current = false;
    }
  }

  return (
    <form id="add-form" className="card add-form" noValidate onSubmit={submit}>
      <label className="field field-wide" htmlFor="new-title">
        <span>Title</span>
        <input id="new-title" className="new-title" type="text" autoComplete="off"
          value={draft.title} onChange={set('title')} />
      </label>
      <label className="field" htmlFor="new-due-date">
        <span>Due date</span>
        <input id="new-due-date" className="new-due-date" type="date" max="9999-12-31"
          value={draft.due} onChange={set('due')} />
      </label>
      <label className="field" htmlFor="new-priority">
        <span>Priority</span>
        <select id="new-priority" className="new-priority" value={draft.priority} onChange={set('priority')}>
          {PRIORITIES.map((priority) => <option key={priority} value={priority}>{priority}</option>)}
        </select>
      </label>
      <button id="add-task" className="primary add-task" type="submit">Add task</button>
      {message && <p id="add-message" className="message add-message" role="alert">{message}</p>}
    </form>
  );
}
