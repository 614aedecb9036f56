# How a port is built of the model in proofs/rocq/FOLDER, which the kit calls SYSTEM.
PROOFS := ../../../proofs/rocq
MODEL := Parameters.v Cells.v Container.v $(FOLDER)/Model.v
PORT := ../rocq-stablelist/port.ml

target/port: target/model.ml $(PORT)
	cp $(PORT) target/port.ml
	echo 'let name = "$(SYSTEM)"' >target/system.ml
	cd target && ocamlopt -o port model.mli model.ml system.ml port.ml

target/model.ml: $(PROOFS)/$(FOLDER)/Extract.v $(addprefix $(PROOFS)/,$(MODEL))
	$(MAKE) --silent --directory $(PROOFS) $(MODEL:.v=.vo)
	mkdir -p target
	cd target && coqc -q -Q ../$(PROOFS) Lists -o Extract.vo ../$(PROOFS)/$(FOLDER)/Extract.v
