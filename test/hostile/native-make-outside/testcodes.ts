export { default } from '../native-make-daemon/testcodes.ts'
