import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* The real proxies with the configurations of `deploy/`. */

interface Setup {
  /** For its files. */
  readonly folder: string;
  readonly port: number;
  /** Ports of the processes that the configurations name, from 3001 on. */
  readonly processes: readonly number[];
}
interface ShippedProxy {
  readonly isThere: boolean;
  start(setup: Setup): Promise<ChildProcess>;
}

const installed = (program: string, args: readonly string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
async function shipped(name: string, { processes }: Setup): Promise<string> {
  const text = await readFile(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8');
  return processes.reduce(
    (so, port, at) => so.replaceAll(`127.0.0.1:${3001 + at}`, `127.0.0.1:${port}`),
    text,
  );
}

export const proxies = {
  nginx: {
    isThere: installed('nginx', ['-v']),
    async start(setup) {
      const { folder, port } = setup;
      const site = (await shipped('nginx.conf', setup)).replace(/listen 80;/, `listen 127.0.0.1:${port};`);
      const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join('\n');
      await writeFile(
        join(folder, 'nginx.conf'),
        `daemon off;\nworker_processes 1;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log ${folder}/access.log;\n${own}\n${site}\n}\n`,
      );
      return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    },
  },
  caddy: {
    isThere: installed('caddy', ['version']),
    async start(setup) {
      const { folder, port } = setup;
      const site = (await shipped('Caddyfile', setup)).replace(/^:80 \{/m, `http://127.0.0.1:${port} {`);
      await writeFile(
        join(folder, 'Caddyfile'),
        site.replace(/^\{$/m, '{\n\tadmin off\n\tauto_https off\n\tgrace_period 1s'),
      );
      return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
        stdio: 'ignore',
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      });
    },
  },
} satisfies Record<string, ShippedProxy>;
