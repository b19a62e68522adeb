import {
  ZodArray,
  ZodDefault,
  ZodNullable,
  ZodObject,
  ZodOptional,
  ZodPrefault,
  ZodRecord,
  type ZodType,
} from 'zod';
import { configSchema } from './config';

/** Key of a map, or index of a list. */
export type PathSegment = string | number;

/** `jobs[2].schedule` */
export function pathText(path: readonly PathSegment[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else text += text === '' ? segment : `.${segment}`;
  }
  return text;
}

function bare(schema: unknown): unknown {
  let inner = schema;
  while (
    inner instanceof ZodDefault ||
    inner instanceof ZodPrefault ||
    inner instanceof ZodNullable ||
    inner instanceof ZodOptional
  )
    inner = inner.unwrap();
  return inner;
}

function schemaAt(path: readonly PathSegment[]): unknown {
  let schema = bare(configSchema);
  for (const segment of path) {
    if (schema instanceof ZodObject) {
      const shape: Readonly<Record<string, ZodType>> = schema.shape;
      schema =
        typeof segment === 'string' && Object.hasOwn(shape, segment) ? bare(shape[segment]) : undefined;
    } else if (schema instanceof ZodArray) schema = bare(schema.element);
    else if (schema instanceof ZodRecord) schema = bare(schema.valueType);
    else return undefined;
  }
  return schema;
}

/** Names of the settings that may stand in the map at `path`; empty where any name may, or where no map is. */
export function knownKeys(path: readonly PathSegment[]): readonly string[] {
  const schema = schemaAt(path);
  return schema instanceof ZodObject ? Object.keys(schema.shape) : [];
}

/** What the schema wants at `path`. */
export function kindAt(path: readonly PathSegment[]): 'map' | 'list' | 'scalar' | 'unknown' {
  const schema = schemaAt(path);
  if (schema === undefined) return 'unknown';
  if (schema instanceof ZodObject || schema instanceof ZodRecord) return 'map';
  return schema instanceof ZodArray ? 'list' : 'scalar';
}

/** Paths of all scalar and list settings outside of lists, in the order of the schema: `fix.limit`. */
export function settingPaths(under: readonly string[] = []): readonly (readonly string[])[] {
  return knownKeys(under).flatMap((key) => {
    const path = [...under, key];
    return kindAt(path) === 'map' && knownKeys(path).length > 0 ? settingPaths(path) : [path];
  });
}
