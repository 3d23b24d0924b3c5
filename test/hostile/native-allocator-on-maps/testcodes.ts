export { default } from '../native-forges-valgrind/testcodes.ts'
