import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { MotionConfig } from 'motion/react';
import App from './App.jsx';
import './index.css';

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <BrowserRouter>
      <MotionConfig transition={{ duration: 0.35, ease: [0.22, 1, 0.36, 1] }}>
        <App />
      </MotionConfig>
    </BrowserRouter>
  </StrictMode>,
);
