import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { addTask, changeTask, deleteTask, listTasks } from './api.js';
import AddForm from './AddForm.jsx';
import TaskRow from './TaskRow.jsx';

const FILTERS = [
  { name: 'all', label: 'All tasks', keep: () => true, none: 'There are no tasks yet.' },
  { name: 'open', label: 'Open tasks', keep: (task) => !task.done, none: 'No task is open.' },
  { name: 'done', label: 'Done tasks', keep: (task) => task.done, none: 'No task is done.' },
];

export default function TasksPage() {
  const [tasks, setTasks] = useState(null);
  const [filterName, setFilterName] = useState('all');
  const [editingId, setEditingId] = useState(null);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    let current = true;
    document.title = 'To-do list';
    listTasks().then(
      (list) => current && setTasks(list),
      (error) => current && setProblem(error.message),
    );
    return () => { current = false; };
  }, []);

  async function add(task) {
    setTasks(await addTask(task));
    setProblem('');
  }

  async function saveTitle(id, title) {
    setTasks(await changeTask(id, { title }));
    setEditingId(null);
    setProblem('');
  }

  // Marking and deleting have no form of their own, so what goes wrong is said above the list.
  async function attempt(action) {
    try {
      setTasks(await action());
      setProblem('');
    } catch (error) {
      setProblem(error.message);
      listTasks().then(setTasks, () => {});
    }
  }

  const filter = FILTERS.find(({ name }) => name === filterName);
  const shown = tasks?.filter(filter.keep) ?? [];
  const doneCount = tasks?.filter((task) => task.done).length;

  return (
    <main id="tasks-page" className="page">
      <header className="page-header">
        <h1 id="page-heading" className="page-heading">To-do list</h1>
        <nav><Link id="statistics-link" className="page-link statistics-link" to="/statistics">Statistics</Link></nav>
      </header>

      <AddForm onAdd={add} />

      <section className="card">
        <div className="bar">
          <div id="filter" className="filter" role="group" aria-label="Which tasks are shown">
            {FILTERS.map(({ name, label }) => (
              <button
                key={name}
                id={`filter-${name}`}
                className={`filter-button filter-${name}`}
                type="button"
                aria-pressed={name === filterName}
                onClick={() => setFilterName(name)}
              >
                {label}
              </button>
            ))}
          </div>
          {tasks && (
            <p id="counts" className="counts">
              <span id="open-count" className="open-count">{tasks.length - doneCount}</span> open,{' '}
              <span id="done-count" className="done-count">{doneCount}</span> done
            </p>
          )}
        </div>

        {problem && <p id="list-message" className="message list-message" role="alert">{problem}</p>}
        {!tasks && !problem && <p id="loading" className="hint loading">Loading…</p>}
        {tasks && shown.length === 0 && <p id="no-tasks" className="hint no-tasks">{filter.none}</p>}

        <ul id="task-list" className="task-list">
          {shown.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              editing={task.id === editingId}
              onToggleEdit={() => setEditingId(task.id === editingId ? null : task.id)}
              onSaveTitle={(title) => saveTitle(task.id, title)}
              onMark={() => attempt(() => changeTask(task.id, { done: !task.done }))}
              onDelete={() => attempt(() => deleteTask(task.id))}
            />
          ))}
        </ul>
      </section>
    </main>
  );
}
