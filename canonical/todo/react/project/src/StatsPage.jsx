import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { listTasks } from './api.js';
import TaskChart from './TaskChart.jsx';

function count(tasks) {
  const number = (keep) => tasks.filter(keep).length;
  const done = number((task) => task.done);
  return {
    open: tasks.length - done,
    done,
    low: number((task) => task.priority === 'low'),
    normal: number((task) => task.priority === 'normal'),
    high: number((task) => task.priority === 'high'),
    share: tasks.length === 0 ? 0 : Math.round((100 * done) / tasks.length),
  };
}

const LINES = [
  ['open', 'Open'],
  ['done', 'Done'],
  ['low', 'Low priority'],
  ['normal', 'Normal priority'],
  ['high', 'High priority'],
];

export default function StatsPage() {
  const [numbers, setNumbers] = useState(null);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    let current = true;
    document.title = 'To-do list: statistics';
    listTasks().then(
      (tasks) => current && setNumbers(count(tasks)),
      (error) => current && setProblem(error.message),
    );
    return () => { current = false; };
  }, []);

  return (
    <main id="statistics-page" className="page">
      <header className="page-header">
        <h1 id="page-heading" className="page-heading">Statistics</h1>
        <nav><Link id="tasks-link" className="page-link tasks-link" to="/">Back to the tasks</Link></nav>
      </header>
      <section className="card statistics">
        {problem && <p id="statistics-message" className="message statistics-message" role="alert">{problem}</p>}
        {!numbers && !problem && <p id="loading" className="hint loading">Loading…</p>}
        {numbers && (
          <>
            <TaskChart open={numbers.open} done={numbers.done} />
            <dl id="statistics-numbers" className="statistics-numbers">
              {LINES.map(([name, label]) => (
                <div key={name} className="statistics-line">
                  <dt id={`${name}-label`} className="statistics-label">{label}</dt>
                  <dd id={`${name}-number`} className={`statistics-number ${name}-number`}>{numbers[name]}</dd>
                </div>
              ))}
              <div className="statistics-line">
                <dt id="done-share-label" className="statistics-label">Share done</dt>
                <dd id="done-share" className="statistics-number done-share">{numbers.share}%</dd>
              </div>
            </dl>
          </>
        )}
      </section>
    </main>
  );
}
