import { Plugin } from 'obsidian';

export default class HermesHarnessPlugin extends Plugin {}
