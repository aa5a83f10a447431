/** Sends the answers and the form's values to the server. */
export const post = (answers, values) =>
  fetch('/api/diagnostico/start', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answers, ...values }),
  });
