import swagger from '@fastify/swagger';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';
import { incidentDetailsSchema } from '@trace/contract/panic/panic.schema';
import { errorSchema, refusalStatus, type RefusalCode } from '@trace/contract/kernel/errors';
import { cookieRules } from '@trace/contract/privacy/privacy.cookies.rules';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { FILE_TYPE } from '../requests/raw-body.ts';

/** Serves `/openapi.json` (3.1), made of the very schemas that check the calls (FN-03). */
export async function describeInterface(server: FastifyInstance, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Trace', version, description: 'The HTTP interface of the Trace portal.' },
      servers: [{ url: '/', description: 'The portal that serves this document.' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieRules.session.name,
            description: 'The cookie of a sign-in. Over https its name starts with __Host-.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (input) => describeAnswers(jsonSchemaTransformObject(input)),
  });
}

/** Gives each answer without words some: those of a call that is carried out. */
function describeAnswers<Document extends object>(document: Document): Document {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Described>> };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const answer of Object.values(operation.responses ?? {}))
      if (answer.description === WITHOUT_WORDS) answer.description = 'The answer.';
  return document;
}

interface Described {
  readonly responses?: Record<string, { description: string }>;
}

/** The words of the library. */
const WITHOUT_WORDS = 'Default Response';

/** Written once in the document, and referred to by every refusal. */
z.globalRegistry.add(errorSchema, { id: 'Error' });
/** The answer of most endpoints about incidents, written once in the document too. */
z.globalRegistry.add(incidentDetailsSchema, { id: 'IncidentDetails' });

const everywhere: readonly RefusalCode[] = [
  'invalid_input',
  'too_many_requests',
  'payload_too_large',
  'unsupported_media_type',
  'internal',
  'unavailable',
];

/** Every refusal of an endpoint: its own, those of its access checks, and those of the edge. */
export function refusalsOf(endpoint: AnyEndpoint): RefusalCode[] {
  const gate: RefusalCode[] = endpoint.who === 'anybody' ? [] : ['unauthenticated', 'forbidden'];
  const crossSite: RefusalCode[] = endpoint.method === 'GET' ? [] : ['forbidden'];
  const proof: RefusalCode[] = endpoint.freshProof ? ['proof_required'] : [];
  return [...new Set([...endpoint.refusals, ...gate, ...proof, ...crossSite, ...everywhere])];
}

// Made once: a schema compiles its validator on its first call, and the contract has hundreds of endpoints.
const noQuery = z.strictObject({});
const noBody = noQuery.nullish();

/**
 * The schema of an endpoint for the HTTP library, which checks the call, parses the answer and generates the document.
 */
export function schemaOf(endpoint: AnyEndpoint): FastifySchema {
  return {
    summary: endpoint.summary,
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]!],
    security: endpoint.who === 'anybody' ? [] : [{ session: [] }],
    ...(endpoint.params ? { params: endpoint.params } : {}),
    querystring: endpoint.query ?? noQuery,
    ...bodyOf(endpoint),
    response: {
      200: endpoint.download ? fileOf(endpoint.download.mediaTypes) : endpoint.answer,
      ...refusedAnswers(refusalsOf(endpoint)),
    },
  };
}

/** The answers to refused calls, by their status. Each names the codes that it can have. */
export function refusedAnswers(codes: readonly RefusalCode[]): Record<number, object> {
  const statuses = [...new Set(codes.map((code) => refusalStatus[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const names = codes.filter((code) => refusalStatus[code] === status).join(', ');
      const content = { 'application/json': { schema: errorSchema } };
      return [status, { description: `Refused: ${names}.`, content }];
    }),
  );
}

/** Bytes pass unchanged. The document uses OpenAPI's name for binary content. */
const fileSchema = z.any().meta({ type: 'string', format: 'binary' });

/** Signed JSON is parsed only after the signature is verified. */
const signedSchema = z.any().meta({ type: 'object' });

const fileOf = (mediaTypes: readonly string[]) => ({
  description: 'The file.',
  content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: fileSchema }])),
});

function bodyOf(endpoint: AnyEndpoint): { body?: z.ZodType; consumes?: string[] } {
  if (endpoint.upload) return { body: fileSchema, consumes: [FILE_TYPE] };
  if (endpoint.signed) return { body: signedSchema };
  if (endpoint.body) return { body: endpoint.body };
  if (endpoint.method === 'GET') return {};
  return { body: noBody };
}
