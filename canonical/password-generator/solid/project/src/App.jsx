import { For, Show, createSignal } from 'solid-js'
import { Portal } from 'solid-js/web'
import { NumberField } from '@kobalte/core/number-field'
import { Progress } from '@kobalte/core/progress'
import { Switch } from '@kobalte/core/switch'
import { Toast, toaster } from '@kobalte/core/toast'
import { generate } from './generate.js'

const LABELS = [
  ['small', 'Small letters', 'a–z'],
  ['capital', 'Capital letters', 'A–Z'],
  ['digit', 'Digits', '0–9'],
  ['symbol', 'Symbols', '!#$%&*+-=?@'],
  ['lookalike', 'Leave out look-alikes', 'l I O 1 0'],
]
const classOf = (character) =>
  /\d/.test(character) ? 'is-digit' : /[a-z]/i.test(character) ? 'is-letter' : 'is-symbol'

function Toggle(props) {
  return (
    <Switch id={props.id} class="toggle" checked={props.checked} onChange={props.onChange}>
      <Switch.Label class="toggle-label">
        {props.label} <span class="toggle-hint">{props.hint}</span>
      </Switch.Label>
      <Switch.Input class="toggle-input" />
      <Switch.Control class="toggle-control">
        <Switch.Thumb class="toggle-thumb" />
      </Switch.Control>
    </Switch>
  )
}

/** Each press makes the characters anew, so that they fly in one after the other. */
function Password(props) {
  return (
    <output id="password" class="password">
      <For each={[...props.value].map((character) => ({ character }))}>
        {({ character }, at) => (
          <span class={`character ${classOf(character)}`} style={{ '--at': at() }}>
            {character}
          </span>
        )}
      </For>
    </output>
  )
}

function Strength(props) {
  return (
    <div class={`meter is-${props.result.strength}`}>
      <Progress value={props.result.score * 100} class="meter-root" aria-label="Strength">
        <Progress.Track class="meter-track">
          <Progress.Fill class="meter-fill" />
        </Progress.Track>
      </Progress>
      <span id="strength" class="strength">
        {props.result.strength}
      </span>
    </div>
  )
}

export default function App() {
  const [length, setLength] = createSignal('16')
  const [on, setOn] = createSignal({ small: true, capital: true, digit: true, symbol: true, lookalike: false })
  const [result, setResult] = createSignal({})

  function make(event) {
    event.preventDefault()
    const { lookalike, ...kinds } = on()
    setResult(
      generate(
        length(),
        Object.keys(kinds).filter((kind) => kinds[kind]),
        lookalike,
      ),
    )
  }

  async function copy() {
    const done = await navigator.clipboard.writeText(result().password).then(
      () => true,
      () => false,
    )
    toaster.show((props) => (
      <Toast toastId={props.toastId} class="toast">
        <Toast.Title>{done ? 'Copied' : 'The browser did not allow that'}</Toast.Title>
        <Toast.CloseButton class="toast-close" aria-label="Close">
          ×
        </Toast.CloseButton>
      </Toast>
    ))
  }

  return (
    <main class="page">
      <div class="aurora" aria-hidden="true" />
      <form id="generator" class="card" onSubmit={make} noValidate>
        <header class="card-header">
          <h1 id="heading" class="heading">
            Keyforge
          </h1>
          <span class="badge">
            <span class="dot" /> made in your browser
          </span>
        </header>

        <div id="stage" class="stage" aria-live="polite">
          <Show when={result().error}>
            <p id="error" class="error" role="alert">
              {result().error}
            </p>
          </Show>
          <Show when={result().password} fallback={!result().error && <div class="skeleton" aria-hidden="true" />}>
            <div class="reveal">
              <Password value={result().password} />
              <button id="copy" class="copy" type="button" aria-label="Copy" onClick={copy}>
                ⧉
              </button>
            </div>
            <Strength result={result()} />
          </Show>
        </div>

        <NumberField class="length" value={length()} onChange={setLength} format={false}>
          <NumberField.Label class="length-label">Length</NumberField.Label>
          <div class="length-group">
            <NumberField.DecrementTrigger class="step" id="shorter" aria-label="Shorter">
              −
            </NumberField.DecrementTrigger>
            <NumberField.Input id="length" class="length-input" />
            <NumberField.IncrementTrigger class="step" id="longer" aria-label="Longer">
              +
            </NumberField.IncrementTrigger>
          </div>
        </NumberField>

        <div class="toggles">
          <For each={LABELS}>
            {([id, label, hint]) => (
              <Toggle
                id={id}
                label={label}
                hint={hint}
                checked={on()[id]}
                onChange={(value) => setOn({ ...on(), [id]: value })}
              />
            )}
          </For>
        </div>
        <button id="generate" class="generate" type="submit">
          Generate
        </button>
      </form>
      <Portal>
        <Toast.Region duration={2500}>
          <Toast.List class="toasts" />
        </Toast.Region>
      </Portal>
    </main>
  )
}
