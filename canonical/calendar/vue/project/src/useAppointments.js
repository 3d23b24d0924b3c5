import { ref } from 'vue';

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
  return answer.appointments;
}

// The appointments as the server keeps them; every answer brings the whole list.
export function useAppointments() {
  const appointments = ref(null);
  let asked = 0;
  let answered = 0;

  async function ask(...request) {
    asked += 1;
    const turn = asked;
    const list = await call(...request);
    if (turn > answered) { // an answer that was overtaken is older than what is shown
      answered = turn;
      appointments.value = list;
    }
  }

  return {
    appointments,
    load: () => ask('GET', '/api/appointments'),
    add: (appointment) => ask('POST', '/api/appointments', appointment),
    remove: (id) => ask('DELETE', `/api/appointments/${id}`),
  };
}
