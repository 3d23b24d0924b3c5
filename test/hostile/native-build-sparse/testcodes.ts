export { default } from '../native-build-locks/testcodes.ts'
