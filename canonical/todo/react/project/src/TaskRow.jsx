import EditForm from './EditForm.jsx';

export default function TaskRow({ task, editing, onToggleEdit, onSaveTitle, onMark, onDelete }) {
  const { id, title, due, priority, done } = task;
  return (
    <li id={`task-${id}`} className={`task ${done ? 'task-done' : 'task-open'}`}>
      <span id={`task-title-${id}`} className="task-title">{title}</span>
      <time id={`task-due-${id}`} className="task-due" dateTime={due}>{due}</time>
      <span id={`task-priority-${id}`} className={`task-priority priority-${priority}`}>{priority}</span>
      <span className="task-actions">
        <button id={`mark-task-${id}`} className="mark-task" type="button"
          aria-describedby={`task-title-${id}`} onClick={onMark}>
          {done ? 'Reopen' : 'Done'}
        </button>
        <button id={`edit-task-${id}`} className="edit-task" type="button" aria-expanded={editing}
          aria-describedby={`task-title-${id}`} onClick={onToggleEdit}>
          Edit
        </button>
        <button id={`delete-task-${id}`} className="delete-task" type="button"
          aria-describedby={`task-title-${id}`} onClick={onDelete}>
          Delete
        </button>
      </span>
      {editing && <EditForm id={id} title={title} onSave={onSaveTitle} onCancel={onToggleEdit} />}
    </li>
  );
}
