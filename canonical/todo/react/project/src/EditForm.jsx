import { useEffect, useRef, useState } from 'react';
import { titleError } from '../shared/rules.js';

export default function EditForm({ id, title, onSave, onCancel }) {
  const [draft, setDraft] = useState(title);
  const [message, setMessage] = useState('');
  const field = useRef(null);

  useEffect(() => field.current.focus(), []);

  async function submit(event) {
    event.preventDefault();
    const error = titleError(draft);
    setMessage(error);
    if (error) return;
    try {
      await onSave(draft);
    } catch (failure) {
      setMessage(failure.message);
    }
  }

  return (
    <form id={`edit-form-${id}`} className="edit-form" noValidate onSubmit={submit}>
      <label className="field field-wide" htmlFor={`edit-title-${id}`}>
        <span>New title</span>
        <input id={`edit-title-${id}`} className="edit-title" type="text" autoComplete="off" ref={field}
          value={draft} onChange={(event) => setDraft(event.target.value)} />
      </label>
      <button id={`save-title-${id}`} className="primary save-title" type="submit">Save</button>
      <button id={`cancel-edit-${id}`} className="cancel-edit" type="button" onClick={onCancel}>Cancel</button>
      {message && <p id={`edit-message-${id}`} className="message edit-message" role="alert">{message}</p>}
    </form>
  );
}
