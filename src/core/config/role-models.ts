/** Which model each role asks, and how hard it thinks: the defaults, and the presets that replace them. */

/** How hard a model thinks, in the words of Anthropic's API. */
export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

/** Sets of models to choose among; `pinned` is what each role was made with. */
export const MODEL_PRESETS = ['pinned', 'economical', 'current'] as const;
export type ModelPreset = (typeof MODEL_PRESETS)[number];

/** What a role works with. */
export interface RoleModel {
  /** Null: the role works without a model. */
  readonly model: string | null;
  /** Null where there is no model, or where the model takes no effort (claude-haiku-4-5 answers it with an error). */
  readonly effort: Effort | null;
}

const NONE: RoleModel = { model: null, effort: null };

const PINNED = {
  DISPATCHER: NONE,
  'FIX-AGENT': { model: 'claude-sonnet-5', effort: 'medium' },
  'LINT-AGENT': NONE,
  'SKILL-SCOUT-AGENT': { model: 'claude-sonnet-5', effort: 'medium' },
  'SYNTHESIS-AGENT': { model: 'claude-sonnet-5', effort: 'high' },
  'BRIEFING-AGENT': { model: 'claude-sonnet-5', effort: 'medium' },
  'REVISER-AGENT': { model: 'claude-sonnet-5', effort: 'high' },
  'WEEKLY-SYNTHESIS-AGENT': { model: 'claude-sonnet-5', effort: 'high' },
  'WIKI-CONSOLIDATION-AGENT': { model: 'claude-opus-4-8', effort: 'high' },
  'MEMORY-COMPACTOR': { model: 'claude-sonnet-5', effort: 'medium' },
  'ARCHIVE-COMPACTOR': { model: 'claude-opus-4-8', effort: 'medium' },
} as const satisfies Record<string, RoleModel>;

/** A role that `hermes.yaml` has settings for. */
export type ConfiguredRole = keyof typeof PINNED;

/** What a preset puts in the place of a pinned model. */
const REPLACED: Record<ModelPreset, Readonly<Record<string, string>>> = {
  pinned: {},
  economical: { 'claude-sonnet-5': 'claude-haiku-5-5', 'claude-opus-4-8': 'claude-sonnet-5-5' },
  current: { 'claude-sonnet-5': 'claude-sonnet-5-5', 'claude-opus-4-8': 'claude-opus-5-5' },
};

/** The model of a role under a preset, as long as the configuration names none for it. */
export function presetModel(role: ConfiguredRole, preset: ModelPreset): RoleModel {
  const pinned: RoleModel = PINNED[role];
  if (pinned.model === null) return pinned;
  return { model: REPLACED[preset][pinned.model] ?? pinned.model, effort: pinned.effort };
}
