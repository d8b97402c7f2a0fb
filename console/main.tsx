/**
 * The console: a client of the bank's own GraphQL, and an example of one. It starts here; app.tsx knows the session,
 * shell.tsx the frame, screens/ what is shown, each beside the documents that it sends.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
