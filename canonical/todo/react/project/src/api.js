async function call(method, path, body) {
  let response;
  let answer;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { 'Content-Type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
    answer = await response.json();
  } catch {
    throw new Error('The server cannot be reached. Please try again.');
  }
  if (!response.ok) throw new Error(answer.error);
  return answer.tasks;
}

export const listTasks = () => call('GET', '/api/tasks');
export const addTask = (task) => call('POST', '/api/tasks', task);
export const changeTask = (id, changes) => call('PATCH', `/api/tasks/${id}`, changes);
export const deleteTask = (id) => call('DELETE', `/api/tasks/${id}`);
