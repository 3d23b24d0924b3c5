import { html } from './markup.ts'

export const STYLE = html`<style>
  :root {
    color-scheme: light dark;
    --ink: light-dark(#1b2430, #e6ebf2);
    --soft: light-dark(#5b6675, #9aa7b8);
    --paper: light-dark(#fff, #12171e);
    --card: light-dark(#f5f7fa, #1a212b);
    --line: light-dark(#dde3ea, #2c3643);
    --passed: light-dark(#1a7f4b, #3fb97c);
    --failed: light-dark(#c2372e, #f0736a);
    --timeout: light-dark(#b25a00, #f0a04b);
    --error: light-dark(#9c2766, #e27bb1);
    --blocked: light-dark(#6b5a8e, #ab9ad0);
    --bad-parameter: light-dark(#8a6d00, #d6b53c);
    --not-run: light-dark(#56606c, #98a3b0);
    --unjudged: light-dark(#2e6da4, #6fb0e6);
    --excluded: light-dark(#7a848f, #7f8a96);
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    font:
      15px/1.5 system-ui,
      sans-serif;
    color: var(--ink);
    background: var(--paper);
    overflow-wrap: anywhere;
  }
  header,
  main {
    max-width: 72rem;
    margin: 0 auto;
    padding: 0 1rem;
  }
  header {
    padding-top: 1.5rem;
  }
  h1 {
    font-size: 3rem;
    line-height: 1.1;
    margin: 0.2rem 0;
  }
  h1 small {
    font-size: 1.1rem;
    font-weight: 400;
    color: var(--soft);
  }
  h2 {
    font-size: 1.25rem;
    margin: 2rem 0 0.6rem;
  }
  h3 {
    font-size: 1rem;
    margin: 0 0 0.5rem;
  }
  small,
  .run,
  .where {
    color: var(--soft);
    font-weight: 400;
  }
  .run,
  .where {
    margin: 0;
    font-size: 0.85rem;
  }
  .sentence {
    font-size: 1.05rem;
    margin: 0.2rem 0 1rem;
  }
  .warning {
    border-left: 4px solid var(--timeout);
    background: var(--card);
    padding: 0.5rem 0.8rem;
    margin: 0.4rem 0;
  }
  .bar {
    display: flex;
    height: 1.4rem;
    border-radius: 0.4rem;
    overflow: hidden;
    gap: 2px;
  }
  .bar span {
    min-width: 4px;
  }
  .legend {
    list-style: none;
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 1.2rem;
    padding: 0;
    margin: 0.6rem 0;
  }
  .dot {
    display: inline-block;
    width: 0.75rem;
    height: 0.75rem;
    border-radius: 50%;
    margin-right: 0.4rem;
  }
  .bar .passed,
  .dot.passed {
    background: var(--passed);
  }
  .bar .failed,
  .dot.failed {
    background: var(--failed);
  }
  .bar .timeout,
  .dot.timeout {
    background: var(--timeout);
  }
  .bar .error,
  .dot.error {
    background: var(--error);
  }
  .bar .blocked,
  .dot.blocked {
    background: var(--blocked);
  }
  .bar .bad-parameter,
  .dot.bad-parameter {
    background: var(--bad-parameter);
  }
  .bar .not-run,
  .dot.not-run {
    background: var(--not-run);
  }
  .bar .unjudged,
  .dot.unjudged {
    background: var(--unjudged);
  }
  .bar .excluded,
  .dot.excluded {
    background: var(--excluded);
  }
  .mission {
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 0.6rem;
    padding: 0.9rem 1rem;
    margin: 0 0 1rem;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    width: 100%;
  }
  th,
  td {
    text-align: left;
    vertical-align: top;
    padding: 0.35rem 0.8rem 0.35rem 0;
    border-top: 1px solid var(--line);
    font-weight: 400;
  }
  thead th {
    border-top: 0;
    color: var(--soft);
    font-size: 0.85rem;
  }
  tbody th {
    min-width: 9rem;
  }
  td:first-child {
    color: var(--soft);
    min-width: 6rem;
  }
  .chip {
    display: inline-block;
    border: 1px solid currentColor;
    border-radius: 1rem;
    padding: 0.05rem 0.6rem;
    margin: 0.1rem 0.1rem;
    font-size: 0.85rem;
    text-decoration: none;
    white-space: nowrap;
  }
  .chip.passed {
    color: var(--passed);
  }
  .chip.failed {
    color: var(--failed);
  }
  .chip.timeout {
    color: var(--timeout);
  }
  .chip.error {
    color: var(--error);
  }
  .chip.blocked {
    color: var(--blocked);
  }
  .chip.bad-parameter {
    color: var(--bad-parameter);
  }
  .chip.not-run {
    color: var(--not-run);
  }
  .chip.unjudged {
    color: var(--unjudged);
  }
  .chip.excluded {
    color: var(--excluded);
  }
  .chip:not(.passed) {
    border-style: dashed;
    font-weight: 600;
  }
  .failure {
    border: 1px solid var(--line);
    border-radius: 0.6rem;
    margin: 0 0 0.5rem;
    background: var(--card);
  }
  .failure summary {
    padding: 0.5rem 0.8rem;
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  .failure:target {
    outline: 2px solid var(--unjudged);
  }
  .evidence {
    padding: 0 0.8rem 0.8rem;
  }
  pre {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    background: var(--paper);
    border: 1px solid var(--line);
    border-radius: 0.4rem;
    padding: 0.6rem;
    max-height: 24rem;
    overflow: auto;
    font-size: 0.8rem;
    margin: 0.2rem 0 0.8rem;
  }
  img {
    max-width: 100%;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
  }
  code {
    font-size: 0.85em;
    overflow-wrap: anywhere;
  }
  .none {
    color: var(--passed);
  }
  .provenance th {
    color: var(--soft);
  }
  .hidden,
  .skip:not(:focus) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  @media (max-width: 40rem) {
    h1 {
      font-size: 2.2rem;
    }
    .mission thead,
    .mission td:first-child {
      display: none;
    }
    .mission tr {
      display: block;
      border-top: 1px solid var(--line);
      padding: 0.3rem 0;
    }
    .mission th,
    .mission td {
      display: block;
      border: 0;
      padding: 0.1rem 0;
    }
  }
  @media print {
    .failure {
      break-inside: avoid;
    }
  }
</style>`
