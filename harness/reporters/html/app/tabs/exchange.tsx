import { isAbsent, type ExchangeView, type ExchangesChunk } from '../../data.ts'
import { money } from '../cost.ts'
import { count, duration, moment, number } from '../format.ts'
import { Missing } from '../parts/text.tsx'

/** The exchanges between the harness and the model, call by call. */
export function ExchangeTab({ chunk }: { readonly chunk: ExchangesChunk }) {
  if (isAbsent(chunk)) return <Missing absent={chunk.absent} />
  const { exchanges, unread } = chunk
  return (
    <section>
      <h2>
        Exchange <small>{count(exchanges.length, 'call')}</small>
      </h2>
      {unread > 0 && <p class="absent">{count(unread, 'line')} of the record could not be read.</p>}
      {exchanges.map((exchange, index) => (
        <Call key={index} exchange={exchange} open={index === 0} />
      ))}
    </section>
  )
}

function Call({ exchange, open }: { readonly exchange: ExchangeView; readonly open: boolean }) {
  const { purpose, request, response, failures } = exchange
  return (
    <details class="call" open={open}>
      <summary>
        <b>{purpose}</b> <small>{factsOf(exchange)}</small>
      </summary>
      {failures.length > 0 && (
        <ul class="warnings">
          {failures.map((failure, index) => (
            <li key={index}>{failure}</li>
          ))}
        </ul>
      )}
      <ol class="messages">
        {request.messages.map(({ role, content }, index) => (
          <Message key={index} role={role} text={content} />
        ))}
        <Message role="answer" text={response.text === '' ? (response.message ?? 'Nothing.') : response.text} />
      </ol>
      {response.finish !== 'stop' && (
        <p class="outcome">
          It ended with “{response.finish}”{response.message === undefined ? '.' : `: ${response.message}`}
        </p>
      )}
    </details>
  )
}

function Message({ role, text }: { readonly role: string; readonly text: string }) {
  return (
    <li class={`message role-${role.replaceAll(/[^a-z]/g, '')}`}>
      <h3>{role}</h3>
      <pre tabIndex={0} aria-label={`Message of the ${role}`}>
        {text}
      </pre>
    </li>
  )
}

function factsOf({ request, response, milliseconds, cost, reused, at }: ExchangeView): string {
  const { tokens } = response
  return [
    response.model === null || response.model === request.model
      ? request.model
      : `${request.model}, answered by ${response.model}`,
    tokens ? `${number(tokens.input)} → ${number(tokens.output)} tokens` : 'tokens unknown',
    cost === null ? 'cost unknown' : money(cost),
    reused ? 'not paid for again' : duration(milliseconds),
    moment(at),
  ].join(' · ')
}
