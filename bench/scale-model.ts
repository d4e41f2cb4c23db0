/*
 * A large site on paper: what people do in a day, times what each action was measured to cost, against what a machine
 * has. It says which part is full first, and how many of it a site needs. `docs/scale.md` explains the assumptions and
 * holds the tables; a test recomputes them.
 */

export interface ActionCost {
  /** Processor time, in milliseconds. */
  readonly serverMs: number;
  readonly databaseMs: number;
  /** Rows inserted, changed or deleted. */
  readonly rows: number;
  /** Of the write-ahead log. */
  readonly walBytes: number;
  /** Of the answer, compressed. */
  readonly replyBytes: number;
}
export const actionNames = [
  'page',
  'feed',
  'post',
  'profile',
  'search',
  'inbox',
  'login',
  'like',
  'follow',
  'message',
  'tip',
  'unlock',
] as const;
export type ActionName = (typeof actionNames)[number];

/** As measured: `npm run bench -- actions` writes them. */
export interface ActionCosts {
  readonly measuredOn: string;
  readonly actions: Readonly<Record<ActionName, ActionCost>>;
  /** One open connection. */
  readonly socket: { readonly bytes: number; readonly serverMsPerMinute: number };
}

export interface Site {
  readonly fans: number;
  /** Share of the fans who come on a day. */
  readonly active: number;
  /** How often an active fan does something in a day. */
  readonly perDay: Readonly<Record<ActionName, number>>;
  /** The busiest minute to the average of the day. */
  readonly peak: number;
  /** Minutes that an active fan's page is connected in a day. */
  readonly minutesOnline: number;
  /** Pictures and clips that an active fan loads in a day, in bytes. */
  readonly mediaBytes: number;
}

/** Ten million fans and 100,000 creators. The figures are assumptions, stated here to be argued with. */
export const largeSite: Site = {
  fans: 10_000_000,
  active: 0.2,
  perDay: {
    page: 6,
    feed: 12,
    post: 8,
    profile: 5,
    search: 1.5,
    inbox: 4,
    login: 0.1,
    like: 4,
    follow: 0.2,
    message: 3,
    tip: 0.05,
    unlock: 0.1,
  },
  peak: 4,
  minutesOnline: 25,
  mediaBytes: 40_000_000,
};

/** One machine of each kind, filled to the share that leaves room for a failure. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
  /** What a primary database writes to its log in a second before its replicas and backups fall behind. */
  readonly walBytesPerSecond: number;
  readonly networkBytesPerSecond: number;
  readonly full: number;
}
export const machine: Machine = {
  cores: 32,
  memoryBytes: 128e9,
  walBytesPerSecond: 200e6,
  networkBytesPerSecond: 1.25e9,
  full: 0.6,
};

export interface Demand {
  /** At the peak. */
  readonly requestsPerSecond: number;
  readonly writesPerSecond: number;
  readonly serverCores: number;
  readonly databaseReadCores: number;
  readonly databaseWriteCores: number;
  readonly rowsPerSecond: number;
  readonly walBytesPerSecond: number;
  readonly apiBytesPerSecond: number;
  readonly mediaBytesPerSecond: number;
  readonly sockets: number;
  readonly socketBytes: number;
  readonly socketCores: number;
  /** Of the write-ahead log, over a year: an upper bound of what backups keep and tables grow by. */
  readonly walBytesPerYear: number;
}

const secondsPerDay = 86_400;
/** A row or more written: one that only notes a sign of life now and then has less. */
const writes = (cost: ActionCost): boolean => cost.rows >= 0.5;

/** What a site asks of its machines. */
export function demandOf(site: Site, costs: ActionCosts): Demand {
  const activeFans = site.fans * site.active;
  const rate = (name: ActionName) => (activeFans * site.perDay[name] * site.peak) / secondsPerDay;
  const sum = (of: (cost: ActionCost) => number, when: (cost: ActionCost) => boolean = () => true) =>
    actionNames.reduce((total, name) => {
      const cost = costs.actions[name];
      return total + (when(cost) ? rate(name) * of(cost) : 0);
    }, 0);
  const sockets = (activeFans * site.minutesOnline * site.peak) / (secondsPerDay / 60);
  const walBytesPerSecond = sum((cost) => cost.walBytes);
  return {
    requestsPerSecond: sum(() => 1),
    writesPerSecond: sum(() => 1, writes),
    serverCores: sum((cost) => cost.serverMs) / 1000,
    databaseReadCores:
      sum(
        (cost) => cost.databaseMs,
        (cost) => !writes(cost),
      ) / 1000,
    databaseWriteCores: sum((cost) => cost.databaseMs, writes) / 1000,
    rowsPerSecond: sum((cost) => cost.rows),
    walBytesPerSecond,
    apiBytesPerSecond: sum((cost) => cost.replyBytes),
    mediaBytesPerSecond: (activeFans * site.mediaBytes * site.peak) / secondsPerDay,
    sockets,
    socketBytes: sockets * costs.socket.bytes,
    socketCores: (sockets * costs.socket.serverMsPerMinute) / 60_000,
    walBytesPerYear: (walBytesPerSecond / site.peak) * secondsPerDay * 365,
  };
}

export interface Part {
  readonly name: string;
  /** Machines that the site needs of it at the peak; fractions, so that parts compare. */
  readonly machines: number;
  /** Fans at which one machine is full. */
  readonly fansPerMachine: number;
}

/** How full each part is, the fullest first: the first to saturate where there is one machine of each. */
export function partsOf(site: Site, costs: ActionCosts, on: Machine = machine): Part[] {
  const demand = demandOf(site, costs);
  const shares: Readonly<Record<string, number>> = {
    'API processes: processor': (demand.serverCores + demand.socketCores) / on.cores,
    'API processes: memory of connections': demand.socketBytes / on.memoryBytes,
    'Database: reading': demand.databaseReadCores / on.cores,
    'Database: writing': demand.databaseWriteCores / on.cores,
    'Database: write-ahead log': demand.walBytesPerSecond / on.walBytesPerSecond,
    'API answers: network': demand.apiBytesPerSecond / on.networkBytesPerSecond,
    'Media: network': demand.mediaBytesPerSecond / on.networkBytesPerSecond,
  };
  return Object.entries(shares)
    .map(([name, share]) => ({
      name,
      machines: share / on.full,
      fansPerMachine: (site.fans * on.full) / share,
    }))
    .toSorted((a, b) => b.machines - a.machines);
}

const rounded = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));

/** The tables of `docs/scale.md`. */
export function scaleTables(costs: ActionCosts): string {
  const demand = demandOf(largeSite, costs);
  const measured = actionNames.map((name) => {
    const { serverMs, databaseMs, rows, walBytes, replyBytes } = costs.actions[name];
    return `| ${name} | ${largeSite.perDay[name]} | ${serverMs} | ${databaseMs} | ${rows} | ${rounded(walBytes)} | ${rounded(replyBytes)} |`;
  });
  const asked: readonly (readonly [string, string])[] = [
    ['Requests a second', rounded(demand.requestsPerSecond)],
    ['of them writing', rounded(demand.writesPerSecond)],
    ['Cores for API processes', rounded(demand.serverCores)],
    ['Cores for reading from the database', rounded(demand.databaseReadCores)],
    ['Cores for writing to it', rounded(demand.databaseWriteCores)],
    ['Rows written a second', rounded(demand.rowsPerSecond)],
    ['Write-ahead log', `${rounded(demand.walBytesPerSecond / 1e6)} MB/s`],
    ['Write-ahead log in a year', `${rounded(demand.walBytesPerYear / 1e12)} TB`],
    ['API answers', `${rounded(demand.apiBytesPerSecond / 1e6)} MB/s`],
    ['Media', `${rounded(demand.mediaBytesPerSecond / 1e9)} GB/s`],
    ['Open connections', rounded(demand.sockets)],
    ['their memory', `${rounded(demand.socketBytes / 1e9)} GB`],
    ['their cores, silent', rounded(demand.socketCores)],
  ];
  const parts = partsOf(largeSite, costs).map(
    ({ name, machines, fansPerMachine }) => `| ${name} | ${rounded(machines)} | ${rounded(fansPerMachine)} |`,
  );
  return [
    `Measured on ${costs.measuredOn}.`,
    '',
    '| Action | a day per active fan | server ms | database ms | rows | log bytes | answer bytes |',
    '|---|---|---|---|---|---|---|',
    ...measured,
    '',
    `An open connection keeps ${rounded(costs.socket.bytes / 1000)} kB and takes ${costs.socket.serverMsPerMinute} ms of processor time a minute.`,
    '',
    '| At the peak | |',
    '|---|---|',
    ...asked.map(([what, value]) => `| ${what} | ${value} |`),
    '',
    '| Part | machines needed | fans that fill one |',
    '|---|---|---|',
    ...parts,
  ].join('\n');
}
