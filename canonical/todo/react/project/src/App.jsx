import { Navigate, Route, Routes } from 'react-router-dom';
import TasksPage from './TasksPage.jsx';
import StatsPage from './StatsPage.jsx';

export default function App() {
  return (
    <Routes>
      <Route path="/" element={<TasksPage />} />
      <Route path="/statistics" element={<StatsPage />} />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
