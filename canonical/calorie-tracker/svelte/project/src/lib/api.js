/** A refusal of the server, with what it says about it. */
export class ApiError extends Error {
  constructor(messages) {
    super(messages.join(' '));
    this.messages = messages;
  }
}

async function call(method, path, body) {
  let response;
  let answer;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body && JSON.stringify(body),
    });
    answer = await response.json();
  } catch {
    throw new ApiError(['The server cannot be reached.']);
  }
  if (!response.ok) throw new ApiError(answer.messages ?? ['Something went wrong.']);
  return answer;
}

export const getFoods = () => call('GET', '/api/foods');
export const addFood = (food) => call('POST', '/api/foods', food);
export const deleteFood = (id) => call('DELETE', `/api/foods/${id}`);
export const getDay = (day) => call('GET', `/api/days/${day}`);
export const addEntry = (day, entry) => call('POST', `/api/days/${day}/entries`, entry);
export const deleteEntry = (id) => call('DELETE', `/api/entries/${id}`);
export const setGoal = (goal) => call('PUT', '/api/goal', { goal });
export const getWeek = (day) => call('GET', `/api/weeks/${day}`);
