/** The words that the files of a feature are made of, for `device-health`. */
export type Names = {
  /** `device-health`: folders, files, addresses */
  kebab: string;
  /** `deviceHealth`: values */
  camel: string;
  /** `DeviceHealth`: types, components */
  pascal: string;
  /** `device_health`: tables */
  snake: string;
};

export function namesOf(feature: string): Names {
  const words = feature.split('-');
  const pascal = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return {
    kebab: feature,
    camel: pascal.slice(0, 1).toLowerCase() + pascal.slice(1),
    pascal,
    snake: words.join('_'),
  };
}

/** Returns the files of a new feature that lists its items: text by path from the root. */
export function skeletonOf(names: Names): Record<string, string> {
  const { kebab } = names;
  return {
    [`contract/src/${kebab}/${kebab}.schema.ts`]: schema(names),
    [`contract/src/${kebab}/${kebab}.rules.ts`]: rules(names),
    [`contract/src/${kebab}/${kebab}.texts.ts`]: texts(names),
    [`contract/src/${kebab}/${kebab}.api.ts`]: api(names),
    [`server/src/features/${kebab}/${kebab}.policy.ts`]: policy(names),
    [`server/src/features/${kebab}/${kebab}.store.ts`]: store(names),
    [`server/src/features/${kebab}/${kebab}.service.ts`]: service(names),
    [`server/src/features/${kebab}/${kebab}.routes.ts`]: routes(names),
    [`server/src/features/${kebab}/${kebab}.feature.ts`]: feature(names),
    [`web/src/features/${kebab}/${kebab}.queries.ts`]: queries(names),
    [`web/src/features/${kebab}/${kebab}-list.tsx`]: list(names),
  };
}

function schema({ camel, pascal }: Names): string {
  return `import { z } from 'zod';
import { instantSchema } from '../kernel/time.schema.ts';

export const ${camel}Schema = z.strictObject({ id: z.uuid(), createdAt: instantSchema });

export type ${pascal} = z.infer<typeof ${camel}Schema>;
`;
}

function rules({ camel }: Names): string {
  return `export const ${camel}Rules = {
  /** Items that one list holds at most. */
  listLength: 50,
} as const;
`;
}

function texts({ camel }: Names): string {
  return `export const ${camel}Texts = {
  empty: 'Nothing here yet.',
  loading: 'Loading...',
  notAllowed: 'This list is not for you.',
  loadFailed: 'This list could not be loaded.',
} as const;
`;
}

function api({ kebab, camel, pascal }: Names): string {
  return `import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ${camel}Schema } from './${kebab}.schema.ts';

export const list${pascal} = endpoint({
  name: '${camel}.list',
  method: 'GET',
  path: '/api/${kebab}',
  who: 'signed-in',
  summary: 'The items of the signed-in person, newest first.',
  answer: z.strictObject({ items: z.array(${camel}Schema) }),
  refusals: ['forbidden'],
});
`;
}

function policy({ pascal }: Names): string {
  return `import type { Actor } from '#platform/actor/actor';

export type Verdict = 'allowed' | 'forbidden';

export function mayList${pascal}(actor: Actor): Verdict {
  return actor.role === 'installer' ? 'allowed' : 'forbidden';
}
`;
}

function store({ pascal, snake }: Names): string {
  return `import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface ${pascal}Row {
  id: string;
  createdAt: Date;
}

/** Newest first. */
export async function list${pascal}Rows(executor: Executor, accountId: string, limit: number): Promise<${pascal}Row[]> {
  const { rows } = await sql<${pascal}Row>\`
    select id, created_at from ${snake}
    where account_id = \${accountId}
    order by created_at desc
    limit \${limit}\`.execute(executor);
  return rows;
}
`;
}

function service({ kebab, camel, pascal }: Names): string {
  return `import { ${camel}Rules } from '@trace/contract/${kebab}/${kebab}.rules';
import type { ${pascal} } from '@trace/contract/${kebab}/${kebab}.schema';
import { ${camel}Texts } from '@trace/contract/${kebab}/${kebab}.texts';
import type { Actor } from '#platform/actor/actor';
import type { Database } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { mayList${pascal} } from './${kebab}.policy.ts';
import { list${pascal}Rows, type ${pascal}Row } from './${kebab}.store.ts';

export interface ${pascal}Service {
  list(actor: Actor): Promise<${pascal}[]>;
}

export interface ${pascal}Dependencies {
  database: Database;
}

export function create${pascal}Service({ database }: ${pascal}Dependencies): ${pascal}Service {
  return {
    async list(actor) {
      if (mayList${pascal}(actor) !== 'allowed') throw new Refusal('forbidden', ${camel}Texts.notAllowed);
      const rows = await list${pascal}Rows(database.sql, actor.accountId, ${camel}Rules.listLength);
      return rows.map(present);
    },
  };
}

function present(row: ${pascal}Row): ${pascal} {
  return { id: row.id, createdAt: row.createdAt.toISOString() };
}
`;
}

function routes({ kebab, camel, pascal }: Names): string {
  return `import { list${pascal} } from '@trace/contract/${kebab}/${kebab}.api';
import { route, type Route } from '#platform/http/route';
import type { ${pascal}Service } from './${kebab}.service.ts';

export const ${camel}Routes = (service: ${pascal}Service): Route[] => [
  route(list${pascal}, async ({ actor }) => ({ items: await service.list(actor) })),
];
`;
}

function feature({ kebab, camel, pascal }: Names): string {
  return `// The feature in one sentence.
// Its users.
// Its acceptance rows (docs/spec/rows.md).
import type { Feature } from '#platform/feature/feature';
import { ${camel}Routes } from './${kebab}.routes.ts';
import { create${pascal}Service, type ${pascal}Dependencies } from './${kebab}.service.ts';

export function create${pascal}Feature(dependencies: ${pascal}Dependencies): Feature {
  const service = create${pascal}Service(dependencies);
  return { name: '${kebab}', routes: ${camel}Routes(service) };
}
`;
}

function queries({ kebab, camel, pascal }: Names): string {
  return `import { api } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { list${pascal} } from '@trace/contract/${kebab}/${kebab}.api';

/** Newest first. */
export const ${camel}Query = queryOptions({
  queryKey: ['${kebab}'],
  queryFn: async ({ signal }) => (await api.call(list${pascal}, {}, { signal })).items,
});
`;
}

function list({ kebab, camel, pascal }: Names): string {
  return `import { useQuery } from '@tanstack/react-query';
import { ${camel}Texts } from '@trace/contract/${kebab}/${kebab}.texts';
import { ${camel}Query } from './${kebab}.queries.ts';

export function ${pascal}List() {
  const { data, isError } = useQuery(${camel}Query);
  if (isError) return <p role="alert">{${camel}Texts.loadFailed}</p>;
  if (data === undefined) return <p>{${camel}Texts.loading}</p>;
  if (data.length === 0) return <p>{${camel}Texts.empty}</p>;
  return (
    <ul>
      {data.map((item) => (
        <li key={item.id}>{item.createdAt}</li>
      ))}
    </ul>
  );
}
`;
}
