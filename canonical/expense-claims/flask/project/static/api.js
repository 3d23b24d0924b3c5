export class ApiError extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

export async function call(method, path, body) {
  let response;
  let answer;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { 'Content-Type': 'application/json' } : {},
      body: body && JSON.stringify(body),
    });
    answer = await response.json();
  } catch {
    throw new ApiError(0, 'The server cannot be reached.');
  }
  if (!response.ok) throw new ApiError(response.status, (answer.messages ?? ['Something went wrong.']).join(' '));
  return answer;
}
