import { ensureSandboxFiles } from '/work/main/src/tpp/files.ts';
const rs = await Promise.all([1,2,3,4].map(()=>ensureSandboxFiles('/tmp/ddx')));
console.log(rs.map(r=>r.authorityPem.slice(100,140)), rs[0]);
console.log(await ensureSandboxFiles('/tmp/ddx').then(r=>r.demo));
