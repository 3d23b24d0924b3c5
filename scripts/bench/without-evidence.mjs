/** Preloaded into `pe` to measure what evidence costs: no trial has a folder for it, so nothing is recorded. */
import { TrialStore } from '../../dist/harness/store/store.js'

TrialStore.prototype.evidenceFolder = () => Promise.resolve(undefined)
