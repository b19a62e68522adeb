import { strictObject } from 'zod';

/** For rules that have nothing to set but their severity. */
export const NO_OPTIONS = strictObject({});
