// npm runs this after it has installed the dependencies. Runs on the system's Node without any dependency.
import { ensureNode } from './programs.mjs';
import { Complaint, script } from './say.mjs';

await script(async () => {
  // Without a Node, npm has still installed the rest, and the next script says the same again.
  await ensureNode().catch((error) => {
    if (!(error instanceof Complaint)) throw error;
    console.error(error.message);
  });
});
