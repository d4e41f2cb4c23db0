import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/backend/db/schema.ts',
    './src/backend/db/schema-media.ts',
    './src/backend/db/schema-money.ts',
  ],
  out: './src/backend/db/sql',
});
