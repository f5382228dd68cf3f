import type { Plugin } from 'vite';

/** From here on the schema library's processors describe schemas in JSON Schema, one kind after the other. */
const DESCRIBING_FROM = '\nexport const stringProcessor';

/** What classic schemas are made with; none of it is called until somebody asks for a description. */
const NEVER_ASKED = `
export const refuse = () => { throw new Error('Schemas are not described in the browser.'); };
export const createToJSONSchemaMethod = () => refuse;
export const createStandardJSONSchemaMethod = () => refuse;
export { refuse as initializeContext, refuse as processSchema, refuse as process, refuse as extractDefs,
  refuse as finalize, refuse as handleUnrepresentable };
`;

/**
 * Leaves out of the pages what the schema library says of schemas in JSON Schema: the server's interface description
 * needs it, a browser never does. 7 kB less, compressed.
 */
export function leanSchemas(): Plugin {
  return {
    name: 'lean-schemas',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
      handler: (code, id) => ({
        code: id.includes('to-json-schema') ? NEVER_ASKED : withoutDescriptions(code),
        map: null,
      }),
    },
  };
}

/** The first part of the file reads bounds off a schema, which pages may do. */
function withoutDescriptions(code: string): string {
  const end = code.indexOf(DESCRIBING_FROM);
  if (end < 0) throw new Error('The schema library has another shape: see lean-schemas.ts.');
  return `${code.slice(0, end)}
export { refuse as toJSONSchema } from './to-json-schema.js';
export const allProcessors = {};
`;
}
