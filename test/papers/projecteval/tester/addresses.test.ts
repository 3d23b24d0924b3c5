import { addressOn } from '../../../../harness/papers/projecteval/tester/website-session.ts'
import { addressCases, target } from '../../../testers/project-address-cases.ts'

addressCases('python-selenium', (value, alone) => addressOn(target(alone), value))
