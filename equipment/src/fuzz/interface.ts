// The operations of a server, read from its OpenAPI document.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schema of a JSON body, or null without a body. */
  readonly body: Schema | null;
  readonly isUpload: boolean;
  readonly statuses: readonly number[];
  /** The schema of each content type of the 200 answer. */
  readonly answers: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Interface {
  readonly operations: readonly Operation[];
  /** Follows a reference to a named schema. */
  resolve(schema: Schema): Schema;
}

interface Described {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Operation['answers'] }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

const UPLOAD = 'application/octet-stream';

export async function readInterface(url: string): Promise<Interface> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const named = document.components?.schemas ?? {};
  return {
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => operationOf(method.toUpperCase(), path, described)),
    ),
    resolve: (schema) => (schema.$ref === undefined ? schema : (named[schema.$ref.split('/').at(-1) ?? ''] ?? {})),
  };
}

function operationOf(method: string, path: string, described: Described): Operation {
  const content = described.requestBody?.content ?? {};
  return {
    id: described.operationId ?? `${method} ${path}`,
    method,
    path,
    parameters: described.parameters ?? [],
    body: content['application/json']?.schema ?? null,
    isUpload: UPLOAD in content,
    statuses: Object.keys(described.responses).map(Number),
    answers: described.responses['200']?.content ?? {},
  };
}
