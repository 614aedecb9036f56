(** The model of a dyadic list as a program: tests/ports/rocq-dyadic. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Lists Require Import Parameters Cells Container.
From Lists.Dyadic Require Import Model.

Definition proved_design {E : Type} : design E := dyadic.
Extraction "model.ml" lawful initial step layout costs proved_design.
