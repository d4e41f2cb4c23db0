import { describe } from 'vitest';
import { createSandboxGateway } from '#backend/ports/sandbox-gateway.ts';
import { fakePorts } from '../../../setup/fake-ports.ts';
import { type Kind, gatewayContract } from './gateway-contract.ts';

const ports = fakePorts();
const numbers: Record<Kind, string> = {
  pays: '4242424242424242',
  declines: '4000000000000341',
  poor: '4000000000009995',
  asks: '4000002760003184',
  asksWhenSaved: '4000002500003155',
  asksInVain: '4000008400001629',
  wrongCode: '4000000000000127',
  expired: '4000000000000069',
};

describe('the sandbox', () => {
  gatewayContract({
    gateway: createSandboxGateway(ports),
    clock: ports.clock,
    ids: ports.ids,
    tokenOf: (kind) => `${numbers[kind]}|12/40|123`,
    answer: () => {},
    onboard: () => {},
  });
});
