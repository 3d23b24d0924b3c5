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
    throw new Error('The server cannot be reached.');
  }
  if (!response.ok) throw new Error((answer.messages ?? ['Something went wrong.']).join(' '));
  return answer;
}
