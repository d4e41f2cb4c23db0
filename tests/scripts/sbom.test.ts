import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

interface Component {
  readonly purl: string;
}

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
}

// `--omit=dev` isn't used: npm then also drops what is deployed but needed by a tool too, such as React.
test('npm run sbom lists every package of the manifest at its exact version, as CycloneDX', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const bill = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as Manifest;
  expect(bill.bomFormat).toBe('CycloneDX');

  const purls = new Set(bill.components.map((component) => component.purl));
  const missing = Object.entries({ ...dependencies, ...devDependencies })
    .map(([name, version]) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`)
    .filter((purl) => !purls.has(purl));
  expect(missing).toEqual([]);
}, 30_000);
