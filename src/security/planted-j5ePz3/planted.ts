import '../../operations/operation.ts';
